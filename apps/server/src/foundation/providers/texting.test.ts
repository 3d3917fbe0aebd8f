import { describe, expect, test } from 'vitest'
import { international, outcomeOf } from './texting.ts'
import type { Answer } from './wire.ts'

const said = (statusCode: number, status: string, http = 201): Answer => ({
  outcome: 'answered',
  status: http,
  strange: false,
  body: {
    SMSMessageData: {
      Message: 'Sent to 1/1 Total Cost: KES 0.8000',
      Recipients: [
        { statusCode, number: '+254712345678', status, cost: 'KES 0.8000', messageId: 'ATXid_1' },
      ],
    },
  },
})
const bare = (status: number, body: unknown): Answer => ({
  outcome: 'answered',
  status,
  strange: body === undefined,
  body,
})

describe('what the gateway says of a message', () => {
  test.each<[string, Answer, string]>([
    ['processed', said(100, 'Processed'), 'sent'],
    ['sent', said(101, 'Success'), 'sent'],
    ['queued', said(102, 'Queued'), 'sent'],
    ['held back', said(401, 'RiskHold'), 'refused'],
    ['another sender', said(402, 'InvalidSenderId'), 'refused'],
    ['no such number', said(403, 'InvalidPhoneNumber'), 'refused'],
    ['not a mobile', said(404, 'UnsupportedNumberType'), 'refused'],
    ['no money', said(405, 'InsufficientBalance'), 'later'],
    ['wants none', said(406, 'UserInBlacklist'), 'refused'],
    ['no way there', said(407, 'CouldNotRoute'), 'refused'],
    ['its network', said(501, 'GatewayError'), 'later'],
    ['its own trouble', said(500, 'InternalServerError'), 'later'],
    ['rejected', said(502, 'RejectedByGateway'), 'refused'],
    ['not at this hour', said(409, 'DoNotDisturbRejection', 409), 'refused'],
    ['wrong key', bare(401, undefined), 'later'],
    ['too fast', bare(429, undefined), 'later'],
    ['bad request', bare(400, undefined), 'refused'],
    [
      'no recipients',
      bare(201, { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }),
      'refused',
    ],
    ['a page of a firewall', bare(200, undefined), 'uncertain'],
    ['an error after the bytes were read', bare(500, undefined), 'uncertain'],
    ['no connection', { outcome: 'not_sent', reason: 'no' }, 'later'],
    ['cut off', { outcome: 'lost', reason: 'cut' }, 'uncertain'],
  ])('%s', (_, answer, state) => {
    expect(outcomeOf(answer).state).toBe(state)
  })

  test('numbers are told as the world writes them', () => {
    expect(international('0712345678')).toBe('+254712345678')
    expect(international('+255712345678')).toBe('+255712345678')
  })
})
