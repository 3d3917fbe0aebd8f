/** Somebody else at work: one call after another, until told to stop; answers with the times. */

const [address, token] = process.argv.slice(2) as [string, string]
const times: number[] = []
let working = true
process.on('message', () => {
  working = false
})

while (working) {
  const begun = performance.now()
  const reply = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}.`)
  times.push(performance.now() - begun)
  await new Promise((resolve) => setTimeout(resolve, 20))
}
process.send?.(times)
process.disconnect()
