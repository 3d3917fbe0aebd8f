/** Where whoever has no session is given the sign-in screen alone, without the application. */
export const doorPaths: readonly string[] = ['/login', '/employee-login']
