import { contract } from '@mshahara/contract'
import { area } from '../http/area.ts'
import { bind, crossing } from '../http/bind.ts'
import { asker } from './ask.ts'
import { free } from './free.ts'
import { listener } from './heard.ts'
import { addCredit, decide, desk, payments, story } from './operator.ts'
import { again, init, quote } from './order.ts'
import { check, current, list } from './read.ts'
import { mailReceipt, receipt, receiptFile } from './receipt.ts'
import { reminders } from './reminders.ts'
import { sender } from './send.ts'

export const billing = area('billing', {
  log: 'Billing',
  records: {
    payment_orders: { kind: 'order', name: `package || ', ' || duration || ' months'` },
    payment_credits: { kind: 'credit', name: `what || ': Ksh ' || amount` },
    payment_decisions: { kind: 'decision', name: `outcome || ': ' || reference` },
  },
  calls: bind(contract.billing, {
    list,
    free,
    current,
    quote,
    init,
    again,
    check,
    receipt,
    receiptFile,
    payments: crossing(payments),
    story: crossing(story),
    decide: crossing(decide),
    addCredit: crossing(addCredit),
  }),
  desk,
  jobs: [mailReceipt, reminders],
  rounds: (house) => [sender(house), listener(house), asker(house)],
  refusals: {
    payment_orders_one_open: [null, 'A payment is under way. Please wait until it has ended.'],
    payment_orders_kept: [null, 'An order cannot be changed.'],
    payment_orders_unpaid: [null, 'This order has not been paid.'],
    payment_pushes_kept: [null, 'A payment cannot be changed.'],
    payment_pushes_receipt: ['reference', 'This reference belongs to another payment.'],
  },
})
