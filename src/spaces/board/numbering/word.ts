/** The machine word that states are numbered in: see src/spaces/board/numbering/geometry.ts. Apart, so that workers load no more. */

export const BYTES_PER_WORD = 8;
