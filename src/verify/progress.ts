/**
 * Is told what is done now, before it is begun.
 * @param share how much of it is done, 0..1, whenever it is asked
 */
export type Progress = (what: string, share: () => number) => void;
