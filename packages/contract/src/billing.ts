import { z } from 'zod'
import { billingPapers } from './billing-papers.ts'
import { endpoint } from './endpoint.ts'
import {
  byId,
  day,
  id,
  instant,
  message,
  month,
  shillings,
  shillingsInput,
  text,
} from './fields.ts'
import { money, nameless, waysToPay } from './money-received.ts'
import { mpesaPhone } from './mpesa-phone.ts'
import { checkStatuses, orderStates, pushStates } from './payment-states.ts'
import { type Duration, durations } from './subscriptions.ts'

export const orderTypes = ['renew', 'upgrade'] as const
export type OrderType = (typeof orderTypes)[number]

/** The most that M-PESA takes at once, in shillings. */
export const mostAtOnce = 250_000
export const quoteMinutes = 30
/** Before the prompt can be sent again. */
export const promptSeconds = 60
export const pollSeconds = 3

const packageId = z.string('Please choose a plan.').min(1, 'Please choose a plan.').max(20)
const duration = z
  .number('Please choose for how many months.')
  .refine((value): value is Duration => (durations as readonly number[]).includes(value), {
    error: 'You can subscribe for 1, 3, 6, 9 or 12 months.',
  })

const wish = z.object({
  package_id: packageId,
  type: z.enum(orderTypes, 'Please choose renew or upgrade.'),
  duration,
})

/** The lines of a quote, and of the order that is made of it. */
const lines = z.object({
  type: z.enum(orderTypes),
  package_id: z.string(),
  package: z.string(),
  duration: z.number(),
  /** A month. */
  price: shillings,
  subtotal: shillings,
  discount: shillings,
  /** For the days that are left of what this replaces. */
  credit: shillings,
  /** Taken from the credit on the account. */
  balance_used: shillings,
  /** Left to pay. */
  amount: shillings,
  from: day,
  to: day,
  /** More days, for credit beyond the price; `to` has them. */
  extra_days: z.number(),
})
const quote = lines.extend({
  id,
  expires_at: instant,
  /** Days of the trial that end when this begins. */
  free_days: z.number(),
})
export type Quote = z.output<typeof quote>

const openOrder = lines.extend({
  id,
  state: z.enum(orderStates),
  phone: z.string().nullable(),
  description: z.string(),
  created_at: instant,
})

const byHand = z.object({
  kind: z.enum(['paybill', 'till']),
  number: z.string(),
  /** What M-PESA calls the account number of a paybill. */
  account: z.string(),
  amount: shillings,
})
export type ByHand = z.output<typeof byHand>

const record = z.object({
  id,
  created_at: instant,
  payment: z
    .object({
      details: z.object({
        package: z.string(),
        type: z.enum(orderTypes),
        duration: z.number(),
        method: z.string(),
        /** Null while M-PESA has not told it. */
        reference: z.string().nullable(),
        amount: shillings,
      }),
      /** Of its receipt. */
      id,
      receipt_no: z.string(),
    })
    .nullable(),
})
export type BillingRecord = z.output<typeof record>

const creditEntry = z.object({
  id,
  amount: shillings,
  what: z.string(),
  reference: z.string().nullable(),
  /** Where it is money that came in. */
  receipt: z.object({ id, receipt_no: z.string() }).nullable(),
  created_at: instant,
})

// ---------------------------------------------------------------- the operator's side

const payment = z.object({
  id,
  organization_id: id,
  organization: z.string(),
  reference_no: z.string(),
  package: z.string(),
  type: z.enum(orderTypes),
  duration: z.number(),
  amount: shillings,
  state: z.enum(orderStates),
  method: z.string().nullable(),
  reference: z.string().nullable(),
  receipt_no: z.string().nullable(),
  reason: z.string().nullable(),
  ordered_by: z.string(),
  created_at: instant,
  settled_at: instant.nullable(),
})
export type Payment = z.output<typeof payment>

const push = z.object({
  id,
  phone: z.string(),
  amount: shillings,
  state: z.enum(pushStates),
  checkout_id: z.string().nullable(),
  receipt: z.string().nullable(),
  paid_amount: shillings.nullable(),
  applied: z.enum(['order', 'credit']).nullable(),
  reason: z.string().nullable(),
  alarm: z.string().nullable(),
  created_at: instant,
})
const story = payment.extend({
  /** Which prompt a decision is about; null where there is nothing to decide. */
  undecided: id.nullable(),
  balance: shillings,
  pushes: z.array(push),
  steps: z.array(
    z.object({ what: z.string(), text: z.string(), by: z.string().nullable(), at: instant }),
  ),
})
export type PaymentHistory = z.output<typeof story>

const candidate = z.object({
  id,
  reference_no: z.string(),
  package: z.string(),
  duration: z.number(),
  amount: shillings,
  phone: z.string().nullable(),
  state: z.enum(orderStates),
  created_at: instant,
})
export type Candidate = z.output<typeof candidate>

/** Null: none of them. Has to be said where there are any. */
const nameless_id = id.nullish()

/** A reference as statements have it, so that it can be looked up again. */
const reference = text('Reference', 60)
const reason = text('Reason', 400)
const wholeShillings = (label: string) =>
  shillingsInput(label)
    .refine((cents) => cents % 100 === 0, `${label} must be in whole shillings.`)
    .refine((cents) => cents > 0, `${label} must be more than 0.`)
    .refine((cents) => cents <= mostByHand, `${label} can be at most 1,000,000 at a time.`)
/** A slip of the hand: nobody pays a subscription of more. */
const mostByHand = 1_000_000_00

const decision = z
  .object({
    outcome: z.enum(['paid', 'credit', 'entered', 'unpaid'], 'Please choose what became of it.'),
    method: z.enum(waysToPay).default('M-PESA'),
    /** What really came in, where it becomes credit. */
    amount: wholeShillings('Amount').nullish(),
    reference,
    reason,
    nameless_id,
  })
  .refine(({ outcome, amount }) => outcome !== 'credit' || amount != null, {
    path: ['amount'],
    error: 'Amount is required.',
  })

const operator = { access: 'super-admin', needs: 'login' } as const

/** A page of a list. */
const slice = z.object({
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  search: z.string().max(120).optional(),
})

const amountAsked = shillingsInput('Amount').optional()

export const billing = {
  list: endpoint({
    method: 'GET',
    path: 'subscriptions',
    access: 'view billing',
    summary: 'Billing records, newest first; the free plan and the trial have no payment.',
    response: z.array(record),
  }),
  free: endpoint({
    method: 'POST',
    path: 'subscription',
    access: 'primary',
    summary: 'Take the free plan. What is left of a paid one becomes credit on the account.',
    response: message,
  }),
  current: endpoint({
    method: 'GET',
    path: 'payment/current',
    access: 'primary',
    summary: 'The order under way or in review, the credit on the account, the ways to pay.',
    response: z.object({
      order: openOrder.nullable(),
      balance: shillings,
      credits: z.array(creditEntry),
      /** Whether payments by M-PESA are set up. */
      mpesa: z.boolean(),
      /** The card provider's key and page (A26). */
      card: z.object({ public_key: z.string(), url: z.string() }).nullable(),
    }),
  }),
  quote: endpoint({
    method: 'POST',
    path: 'payment/quote',
    access: 'primary',
    summary: `What a plan would cost now, line by line; it holds for ${quoteMinutes} minutes.`,
    body: wish,
    response: quote,
  }),
  init: endpoint({
    method: 'POST',
    path: 'payment/init',
    access: 'primary',
    summary: 'Order a plan and send the prompt to a phone. The amount must be the quoted one.',
    body: wish.extend({
      organization_id: id.optional(),
      package: z.string().max(40).optional(),
      amount: shillingsInput('Amount'),
      /** Not where credit pays it all. */
      phone: mpesaPhone.optional(),
      quote_id: id.optional(),
    }),
    response: z.object({ id }),
    success: 201,
  }),
  again: endpoint({
    method: 'POST',
    path: 'payment/again',
    access: 'primary',
    summary: `Send the prompt of an open order again, ${promptSeconds} s after the last.`,
    body: z.object({ payment_details_id: id, phone: mpesaPhone }),
    response: z.object({ id }),
    success: 201,
  }),
  check: endpoint({
    method: 'POST',
    path: 'payment/check',
    access: 'primary',
    effect: 'read',
    summary: 'What has become of a payment.',
    body: z.object({ payment_details_id: id }),
    response: z.object({
      status: z.enum(checkStatuses),
      state: z.enum(orderStates),
      description: z.string(),
      /** From when on the prompt can be sent again; null while that is not possible. */
      again_at: instant.nullable(),
      /**
       * How it is paid without a prompt, while it is open or where it has failed because none came;
       * null where that is not possible.
       */
      by_hand: byHand.nullable(),
    }),
  }),
  ...billingPapers,
  payments: endpoint({
    ...operator,
    method: 'GET',
    path: 'payments',
    summary: 'Orders of all organisations, newest first, page by page.',
    query: slice.extend({
      state: z.enum(orderStates).optional(),
      /** In which they were paid. */
      month: month.optional(),
    }),
    response: z.array(payment),
  }),
  story: endpoint({
    ...operator,
    method: 'GET',
    path: 'payment-story/:id',
    summary: 'An order with its prompts and all that was said about them.',
    params: byId,
    response: story,
  }),
  decide: endpoint({
    ...operator,
    method: 'POST',
    path: 'payment-decide/:id',
    summary: 'Settle an order by hand: paid, credit on the account, or not paid.',
    params: byId,
    body: decision,
    response: message,
  }),
  candidates: endpoint({
    ...operator,
    method: 'GET',
    path: 'payment-candidates',
    summary: 'What money entered by hand may be for, or be: orders, and payments without a number.',
    query: z.object({ organization_id: id, amount: amountAsked }),
    response: z.object({
      orders: z.array(candidate),
      /** Of the organisation, and as much of any other. */
      nameless: z.array(nameless),
    }),
  }),
  addCredit: endpoint({
    ...operator,
    method: 'POST',
    path: 'payment-credit',
    summary: 'Enter money that came in another way, for an order or as credit on the account.',
    body: z.object({
      organization_id: id,
      amount: wholeShillings('Amount'),
      method: z.enum(waysToPay, 'Please choose how it came.'),
      reference,
      reason,
      /** Null: for none of the candidates. Has to be said where there are any. */
      order_id: id.nullish(),
      nameless_id,
    }),
    response: message,
    success: 201,
  }),
  takeBackCredit: endpoint({
    ...operator,
    method: 'POST',
    path: 'payment-take-back/:id',
    summary: 'Take credit back that was entered by mistake, by its receipt, while it is not used.',
    params: byId,
    body: z.object({ reason }),
    response: message,
  }),
  received: endpoint({
    ...operator,
    method: 'GET',
    path: 'payments-received',
    summary: 'All money that came in, newest first, page by page; the total is of all pages.',
    query: slice.extend({
      month: month.optional(),
      method: z.enum(waysToPay).optional(),
      /** Whose number M-PESA has not told, or what may have been given twice. */
      open: z.enum(['reference', 'twice']).optional(),
    }),
    response: z.array(money),
  }),
  nameReceipt: endpoint({
    ...operator,
    method: 'POST',
    path: 'payment-reference/:id',
    summary: 'Enter the receipt number of a payment that M-PESA confirmed without telling it.',
    params: byId,
    body: z.object({ reference }),
    /** `twice`: it was entered by hand for another payment, and both are on the list. */
    response: message.extend({ twice: z.boolean() }),
  }),
}
