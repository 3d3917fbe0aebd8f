/** This machine, by any of its own names. */
export const isLoopbackName = (name: string) =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name)
