/** One file in plain JavaScript, which loads faster than the package's other forms; it has no declarations of its own. */
declare module 'msgpackr/index-no-eval' {
  export * from 'msgpackr';
}
