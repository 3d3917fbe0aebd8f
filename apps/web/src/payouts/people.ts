/** "1 person", "25 people". */
export const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)
