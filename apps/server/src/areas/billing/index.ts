import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import { asker } from './ask.ts'
import { addCredit, candidates } from './by-hand.ts'
import { listener } from './callbacks.ts'
import { free } from './free.ts'
import { invoice, invoiceFile } from './invoice.ts'
import { decide, payments, story } from './operator.ts'
import { again, init, quote } from './order.ts'
import { sender } from './prompt.ts'
import { check, current, list } from './read.ts'
import { mailReceipt, receipt, receiptFile } from './receipt.ts'
import { nameReceipt } from './receipt-lookup.ts'
import { desk, received } from './received.ts'
import { reminders } from './reminders.ts'
import { say } from './sentences.ts'
import { statement, statementFile } from './statement.ts'
import { takeBackCredit } from './take-back.ts'

export const billing = area('billing', {
  log: 'Billing',
  records: {
    payment_orders: {
      kind: 'order',
      name: `package || ', ' || duration || case duration when 1 then ' month' else ' months' end`,
    },
    payment_receipts: { kind: 'receipt', name: `receipt_no` },
    payment_credits: { kind: 'credit', name: `what || ': Ksh ' || amount` },
    payment_decisions: { kind: 'decision', name: `outcome || ': ' || reference` },
  },
  calls: bind(contract.billing, {
    list,
    free: crossing(free),
    current,
    quote: crossing(quote),
    init: crossing(init),
    again: crossing(again),
    check,
    receipt,
    receiptFile,
    invoice,
    invoiceFile,
    statement,
    statementFile,
    payments: crossing(payments),
    story: crossing(story),
    decide: crossing(decide),
    candidates: crossing(candidates),
    addCredit: crossing(addCredit),
    takeBackCredit: crossing(takeBackCredit),
    received: crossing(received),
    nameReceipt: crossing(nameReceipt),
  }),
  desk,
  jobs: [mailReceipt, reminders],
  pollers: (services) => [sender(services), listener(services), asker(services)],
  refusals: {
    payment_orders_one_open: [null, say.underWay],
    payment_orders_kept: [null, say.orderKept],
    payment_orders_unpaid: [null, say.orderUnpaid],
    number_stopped: ['phone', say.numberStopped],
    number_often: ['phone', say.numberOften],
    payment_pushes_kept: [null, say.paymentKept],
    payment_pushes_receipt: ['reference', say.referenceTaken],
    payment_receipts_once: ['reference', say.referenceTaken],
    payment_receipts_kept: [null, say.receiptKept],
    payment_credits_unpaid: [null, say.noMoney],
    payment_credits_overdrawn: [null, say.lessCredit],
    payment_credits_back_once: [null, say.takenBack],
  },
})
