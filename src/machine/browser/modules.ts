/** Modules of users, which are texts that they have given the page: their paths are the addresses of blobs. */

export function moduleFault(path: string): string | undefined {
  return path.startsWith('blob:') ? undefined : `a page runs only modules that are given to it, not ${path}`;
}

/** Returns the path of a module that is given as a text, which ends in its name. */
export function moduleOfText(name: string, text: string): string | undefined {
  return `${URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))}#/${name}`;
}

/** Returns the address, since what is behind it does not change. @throws an error with the code ENOENT for any other path */
export function digestOfModule(path: string): string {
  if (path.startsWith('blob:')) return path;
  throw Object.assign(new Error(`there is no module ${path}`), { code: 'ENOENT' });
}

export function importModule(path: string, _digest: string): Promise<{ readonly default?: unknown }> {
  return import(path);
}
