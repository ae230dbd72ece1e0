/** Addresses of servers as text without secrets. */

/** Returns an address without its user and password. */
export function addressWithoutPassword(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//');
}
