/** Rows per page in the lists of this area. */
export const sizes = [5, 10, 25, 50, 100] as const
