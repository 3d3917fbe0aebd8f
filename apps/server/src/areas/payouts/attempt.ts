import type { AttemptEvent, AttemptState } from '@mshahara/contract/payout-states'

/** One instruction to a provider, as the database keeps it. */
export interface Attempt {
  organization_id: string
  id: string
  payout_id: string
  request_id: string
  slip_id: string
  attempt_no: number
  integration_id: string
  provider: string
  key: string
  amount: string
  name: string
  account: string
  bank_code: string | null
  bank: string
  narration: string
  state: AttemptState
  try_at: string
  tries: number
  sent_at: string | null
  provider_ref: string | null
  ask_at: string | null
  asks: number
  not_found_at: string | null
  /** Who wants it paid again, once the provider has confirmed that it failed. */
  retry_wanted: string | null
  settled_at: string | null
  settled_by: Witness | null
  receipt: string | null
  code: string | null
  reason: string | null
  alarm: string | null
}

/** Whose word it is: the answer to sending, a callback, a question, a person; or nobody sent it. */
export type Witness = 'answer' | 'result' | 'question' | 'person' | 'withdrawn'

/** Something that happened to an attempt. */
export interface News {
  attempt_id: string
  event: AttemptEvent
  by: Witness | 'clock'
  /** Of the sending that it answers: a later one has another answer. */
  tries?: number
  /** For the story: "Answer", "Callback" … and a sentence. */
  what: string
  text: string
  data?: unknown
  by_name?: string | null
  provider_ref?: string | null
  receipt?: string | null
  code?: string | null
  reason?: string | null
  /** The paying account or its credentials are at fault: nothing more is sent. */
  stops_run?: boolean
  /** Asked, the provider knows no such payment. */
  not_found?: boolean
  /** The provider asked for less at a time. */
  slower?: boolean
}
