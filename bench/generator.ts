import { Agent, request } from 'node:http'

/**
 * The load generator: a fixed number of connections, each asking again as soon as it is answered.
 */
const [url = '', token = '', seconds = '1', connections = '1'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const until = performance.now() + Number(seconds) * 1000
let answered = 0

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const sent = request(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.on('data', () => {})
      response.on('end', resolve)
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function keepAsking() {
  while (performance.now() < until) {
    await ask()
    answered += 1
  }
}

const begun = performance.now()
await Promise.all(Array.from({ length: Number(connections) }, keepAsking))
process.send?.(answered / ((performance.now() - begun) / 1000))
agent.destroy()
