/** The page's script in one file, small, for browsers of the last years. */

export default {
  input: 'src/page/main.tsx',
  platform: 'browser',
  transform: { target: 'es2022' },
  output: { file: 'dist/page/page.js', format: 'esm', minify: true },
};
