/** The pages of the documentation, and their parts. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lexer, type Token, type Tokens, walkTokens } from 'marked';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of all pages, from the root of the repository. */
export const pages: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'examples', 'python', 'out'].flatMap(pagesIn),
];

function pagesIn(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

/** Returns all tokens of a kind on a page, in order, nested ones included. */
export function tokensOf<K extends 'link' | 'image' | 'heading' | 'code'>(page: string, kind: K): TokenOf<K>[] {
  const found: TokenOf<K>[] = [];
  walkTokens(lexer(readFileSync(join(root, page), 'utf8')), (token: Token) => {
    if (token.type === kind) found.push(token as TokenOf<K>);
  });
  return found;
}

type TokenOf<K> = K extends 'link'
  ? Tokens.Link
  : K extends 'image'
    ? Tokens.Image
    : K extends 'heading'
      ? Tokens.Heading
      : Tokens.Code;
