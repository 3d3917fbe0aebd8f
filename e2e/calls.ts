import { type Answer, addressOf, type Call, type Endpoint } from '@mshahara/contract'
import type { APIRequestContext, APIResponse } from '@playwright/test'

/** Makes a call as our own pages would, and answers with what came back. */
export async function call<E extends Endpoint>(
  request: APIRequestContext,
  endpoint: E,
  given?: Call<E>,
): Promise<Answer<E>> {
  const answer = await attempt(request, endpoint, given)
  if (answer.ok()) return answer.json()
  throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.status()} ${await answer.text()}`)
}

/** The same where a refusal is expected. */
export function attempt<E extends Endpoint>(
  request: APIRequestContext,
  endpoint: E,
  given: Call<E> = {},
): Promise<APIResponse> {
  const { method } = endpoint
  const headers = { 'sec-fetch-site': 'same-origin' }
  const data = given.body === undefined ? {} : { data: given.body }
  return request.fetch(addressOf(endpoint, given as Call<Endpoint>), { method, headers, ...data })
}
