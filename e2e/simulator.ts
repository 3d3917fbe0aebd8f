import { type APIRequestContext, expect } from '@playwright/test'

/** The providers' simulator behind the tested server, asked directly. */

const at = (path: string) => `${process.env.SIMULATOR_URL}/${path}`
const shortcode = '600100'
const time = '20261115093000'

/** Has a phone ask for its owner's PIN. */
export async function ring(request: APIRequestContext, number: string) {
  const basic = btoa('sim-daraja-key:sim-daraja-secret')
  const grant = 'daraja/oauth/v1/generate?grant_type=client_credentials'
  const token = await request.get(at(grant), { headers: { authorization: `Basic ${basic}` } })
  const { access_token } = await token.json()
  await request.post(at('daraja/mpesa/stkpush/v1/processrequest'), {
    headers: { authorization: `Bearer ${access_token}` },
    data: {
      BusinessShortCode: shortcode,
      Password: btoa(`${shortcode}examplepasskey0123456789${time}`),
      Timestamp: time,
      TransactionType: 'CustomerPayBillOnline',
      Amount: 11_000,
      PartyA: number,
      PartyB: shortcode,
      PhoneNumber: number,
      CallBackURL: 'http://127.0.0.1:1/hooks/s/1',
      AccountReference: 'SUB0000481',
      TransactionDesc: 'Subscription',
    },
  })
}

interface Prompt {
  id: string
  number: string
  /** Cents. */
  amount: number
}

/** The prompt on this phone, as soon as it rings. */
export async function ringing(request: APIRequestContext, number: string): Promise<Prompt> {
  let found: Prompt | undefined
  await expect(async () => {
    const prompts: Prompt[] = await (await request.get(at('__sim/prompts'))).json()
    found = prompts.find((prompt) => prompt.number === number)
    expect(found, `a prompt on ${number}`).toBeDefined()
  }).toPass({ timeout: 60_000 })
  return found as Prompt
}

export const answer = (
  request: APIRequestContext,
  id: string,
  given: 'pin' | 'wrong_pin' | 'cancel',
) => request.post(at(`__sim/stk/${id}/answer`), { data: { answer: given } })
