/** The formats of exports. */

/** Names of the formats that `exportTable` writes; `npy` holds all distances as one array, the others can hold rows. */
export const EXPORT_FORMATS = ['npy', 'csv', 'parquet', 'msgpack'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Formats that hold rows. */
export type RowFormat = Exclude<ExportFormat, 'npy'>;
