/** Whether more came within this second than may. */
export function openRate() {
  let second = 0
  let count = 0
  return (most: number) => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) count = 0
    second = now
    count += 1
    return most > 0 && count > most
  }
}
