// What the bundler makes of files that are not code.
declare module '*.css';
declare module '*.svg?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the bundler gives a file's text as its default export.
  export default text;
}
