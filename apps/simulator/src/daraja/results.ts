import type { CallbackText } from '../scenarios.ts'
import { conversationAt, receiptAt, type Sim } from '../sim.ts'

/** The envelope of every asynchronous result, and what its codes mean. */

export const descriptions: Record<string, string> = {
  '0': 'The service request is processed successfully.',
  '1': 'The balance is insufficient for the transaction.',
  '2': 'Declined due to limit rule.',
  '3': 'Declined due to limit rule: greater than the maximum transaction amount.',
  '8': 'Declined due to limit rule: would exceed the maximum balance.',
  '17': 'Internal Failure.',
  '21': 'The initiator is not allowed to initiate this request.',
  '2001': 'The initiator information is invalid.',
  '2032': 'The transaction does not exist.',
  '2040': "Credit Party customer type (Unregistered or Registered Customer) can't be supported.",
  '8006': 'The security credential is locked.',
  SFC_IC0003: 'The operator does not exist.',
}

/** Numbers where they are numbers, text elsewhere. */
export const wireCode = (code: string) => (/^\d+$/.test(code) ? Number(code) : code)

type Value = string | number | undefined
export type Parameters = [key: string, value: Value][]

export interface Ids {
  OriginatorConversationID: string
  ConversationID: string
  TransactionID: string
}

export function result(code: string, ids: Ids, parameters: Parameters, reference: string) {
  const listed = parameters.map(([Key, Value]) => (Value === undefined ? { Key } : { Key, Value }))
  const item = { Key: 'QueueTimeoutURL', Value: reference }
  return {
    Result: {
      ResultType: 0,
      ResultCode: wireCode(code),
      ResultDesc: descriptions[code] ?? 'Declined.',
      ...ids,
      ...(listed.length
        ? // A list of one is no list, as with the real service.
          { ResultParameters: { ResultParameter: listed.length === 1 ? listed[0] : listed } }
        : {}),
      // Now and then a list, and mostly not.
      ReferenceData: { ReferenceItem: ids.TransactionID.endsWith('0') ? [item] : item },
    },
  }
}

/** A forger knows the address, but not what was asked there. */
export const forgedIds = (sim: Sim): Ids => ({
  OriginatorConversationID: `${sim.books.next()}-forged-1`,
  ConversationID: conversationAt(sim),
  TransactionID: receiptAt(sim),
})

/** In cents, as a forger or a mistaken provider would say it. */
export const amountTold = (amount: number, told: CallbackText) =>
  told === 'wrong amount' ? amount + 100 : amount
