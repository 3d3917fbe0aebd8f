import { digitsOf } from '../clock.ts'
import type { Sim } from '../sim.ts'
import { type Call, digits, type Reply } from '../wire.ts'
import { admitted, type Check, oneOf } from './answers.ts'
import { result } from './results.ts'
import { answerLater, queryChecks } from './status.ts'

/** POST /mpesa/accountbalance/v1/query: the one whose codes come as text. */

const checks: Check[] = [['CommandID', oneOf('AccountBalance')], ...queryChecks]

export async function balance(sim: Sim, call: Call): Promise<Reply> {
  const entry = admitted(sim, call, checks)
  if ('refused' in entry) return entry.refused
  const from = digits(entry.body.PartyA)
  return answerLater(sim, entry, { kind: 'balance', party: from, key: from }, (ids) => {
    const whole = (sim.books.balance('daraja', from) / 100).toFixed(2)
    const free = (sim.books.available('daraja', from) / 100).toFixed(2)
    const held = (Number(whole) - Number(free)).toFixed(2)
    const { Result } = result(
      '0',
      ids,
      [
        [
          'AccountBalance',
          `Working Account|KES|0.00|0.00|0.00|0.00&Utility Account|KES|${whole}|${free}|${held}|` +
            '0.00&Charges Paid Account|KES|0.00|0.00|0.00|0.00',
        ],
        ['BOCompletedTime', Number(digitsOf(sim.clock.now()))],
      ],
      String(entry.body.QueueTimeOutURL),
    )
    return { Result: { ...Result, ResultType: '0', ResultCode: '0' } }
  })
}
