/** The formats of exports. */

export const EXPORT_FORMATS = ['npy', 'csv', 'parquet', 'msgpack'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Formats that hold rows. */
export type RowFormat = Exclude<ExportFormat, 'npy'>;
