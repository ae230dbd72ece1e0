/** A page has no files but those that a person gives it, whose bytes it holds. So there is none at any path. */

import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { buf } from 'crc-32';
import type { OpenFile } from '../node/files.js';

export type { OpenFile };

export function exists(_path: string): boolean {
  return false;
}

/** @throws always, with the code of a missing file */
export function openFile(path: string): OpenFile {
  throw noFile(path);
}

export async function readFolder(path: string): Promise<string[]> {
  throw noFile(path);
}

export async function realPath(path: string): Promise<string> {
  throw noFile(path);
}

function noFile(path: string): Error {
  return Object.assign(new Error(`there is no file ${path}`), { code: 'ENOENT' });
}

/* Paths, of which only the last part means anything. */

export function basename(path: string, ending = ''): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.endsWith(ending) ? name.slice(0, name.length - ending.length) : name;
}

export function extname(path: string): string {
  return /[^/](\.[^./]*)$/.exec(path)?.[1] ?? '';
}

export function parse(path: string): { readonly name: string } {
  return { name: basename(path, extname(path)) };
}

export function dirname(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.';
}

export function join(...parts: readonly string[]): string {
  return parts.join('/');
}

export function resolve(path: string): string {
  return path;
}

export function isAbsolute(_path: string): boolean {
  return true;
}

/* Checksums and digests. */

/** Returns the CRC-32 of bytes. */
export function crc32(bytes: Uint8Array): number {
  return buf(bytes) >>> 0;
}

export function sha256(contents: string | Uint8Array): string {
  return bytesToHex(hash(typeof contents === 'string' ? utf8ToBytes(contents) : contents));
}
