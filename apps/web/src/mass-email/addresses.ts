export const addresses = (count: number) => (count === 1 ? '1 address' : `${count} addresses`)
