/** A kernel, whose code is put into the script in base64. */
declare module '*.wasm' {
  const code: string;
  export default code;
}
