/** Addresses of servers as text that others may see. */

/** Returns an address without its user and password. */
export function addressWithoutPassword(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//');
}
