import type { APIRequestContext } from '@playwright/test'
import { expect } from './test.ts'

/** The newest text message on a phone, as soon as it is there. */
export async function textOn(request: APIRequestContext, number: string): Promise<string> {
  let text = ''
  await expect(async () => {
    const answer = await request.get(`/dev/phone.json?number=254${number.slice(1)}`)
    const [newest] = (await answer.json()).messages as { text: string }[]
    expect(newest, `a message on ${number}`).toBeDefined()
    text = newest?.text ?? ''
  }).toPass({ timeout: 60_000 })
  return text
}
