declare module '*.cjs?raw' {
  const text: string
  export default text
}
