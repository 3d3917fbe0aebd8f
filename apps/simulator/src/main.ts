import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { defaultAccounts } from './accounts.ts'
import { arm } from './payments.ts'
import { openServer } from './server.ts'
import { openSim, type Sim } from './sim.ts'
import { openKeeper, readKept } from './state.ts'

/** The providers' simulator as a program: alone, or beside a server that it ends with. */

const usage = `npm run simulator -- [--port 4600] [--state FILE] [--phone manual|automatic]
  [--kcb-callback URL]`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4600' },
    state: { type: 'string' },
    phone: { type: 'string', default: 'automatic' },
    'kcb-callback': { type: 'string' },
    help: { type: 'boolean' },
  },
})

if (values.help || !/^(manual|automatic)$/.test(values.phone) || !/^\d+$/.test(values.port)) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}
await start()

async function start() {
  const kept = readKept(values.state)
  const keeper = openKeeper(values.state, () => ({
    accounts: sim.accounts,
    ledger: sim.books.ledger,
    wrong: sim.wrong,
    texts: sim.texts,
    ...(keys ? { keys } : {}),
  }))
  const sim: Sim = openSim(kept, { phone: values.phone as 'manual' }, keeper.changed)
  let keys = kept.keys
  void sim.keys.then((made) => {
    keys = made
    keeper.changed()
  })
  const callback_url = values['kcb-callback']
  if (callback_url) for (const account of sim.accounts.kcb) account.callback_url ??= callback_url
  for (const payment of sim.books.ledger.payments) arm(sim, payment)
  const server = openServer(sim)
  server.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  server.listen(Number(values.port), '127.0.0.1')
  await once(server, 'listening')
  endWith(keeper.finish)
  tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

/** Its last act is to write down what it knows. */
function endWith(finish: () => void) {
  const end = () => {
    finish()
    process.exit(0)
  }
  process.on('SIGTERM', end)
  // Beside a server it ends after the server, however that one went: Ctrl-C reaches both.
  process.on('SIGINT', process.send ? () => {} : end)
  process.on('disconnect', end)
}

function tell(address: string) {
  if (process.send) process.send({ address })
  else {
    console.log(`The providers' simulator is ready at ${address}`)
    console.log(JSON.stringify(defaultAccounts(), null, 2))
  }
}
