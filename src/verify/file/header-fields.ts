/** Compares a header, field by field, with the header that a table must have. */

import { shown, type TableFaults } from './table-faults.js';

/** Adds a fault for each field that differs. @param fields as read from the file, of any shape */
export function compareHeader(fields: unknown, header: object, faults: TableFaults): void {
  compare('', fields, header, faults);
}

function compare(place: string, found: unknown, expected: unknown, faults: TableFaults): void {
  if (typeof expected !== 'object' || expected === null) {
    if (found !== expected) faults.differs('header', `header: ${place}`, shown(found), shown(expected));
  } else if (typeof found !== 'object' || found === null || Array.isArray(found) !== Array.isArray(expected)) {
    faults.differs('header', `header: ${place}`, shown(found), shown(expected));
  } else {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      const inner = Array.isArray(expected) ? `${place}[${key}]` : place === '' ? key : `${place}.${key}`;
      compare(inner, fieldOf(found, key), fieldOf(expected, key), faults);
    }
  }
}

function fieldOf(map: object, key: string): unknown {
  return Object.hasOwn(map, key) ? (map as Readonly<Record<string, unknown>>)[key] : undefined;
}
