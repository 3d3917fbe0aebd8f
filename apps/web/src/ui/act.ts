import type { Answer, Call, Endpoint } from '@mshahara/contract/endpoint'
import { useWrite, type WriteOptions } from '../lib/api.ts'
import { toast } from '../lib/toast.tsx'
import { WaitsForSecond } from '../lib/wire.ts'
import { confirm } from './confirm.tsx'
import type { Question } from './confirm-modal.tsx'

interface Acting<E extends Endpoint> extends WriteOptions {
  /** The question before something that is not easily undone. */
  ask?: Question
  /** Shown once it is done; a function where it depends on the answer. */
  notice?: string | ((answer: Answer<E>) => string | false)
  /** Nothing is done yet: it waits for a second person. */
  onWaits?: () => unknown
}

/** The one way to act without a form: ask, run, tell. No answer means it was not done. */
export function useAct<E extends Endpoint>(endpoint: E, acting: Acting<E> = {}) {
  const { ask, notice, onWaits, ...options } = acting
  const write = useWrite(endpoint, options)
  async function run(input: Call<E> = {}): Promise<Answer<E> | undefined> {
    if (ask && !(await confirm(ask))) return undefined
    // lib/api.ts has already said why it failed.
    const sent = await write.run(input).catch((error) => {
      if (error instanceof WaitsForSecond) onWaits?.()
    })
    if (!sent) return undefined
    const sentence = typeof notice === 'function' ? notice(sent.data) : notice
    if (sentence) toast('success', sentence)
    return sent.data
  }
  return { run, busy: write.busy }
}

/** Asked wherever something is deleted; `thing` as in "Payslip". */
export const askToDelete = (thing: string): Question => ({
  title: `Delete ${thing}`,
  text: `Are you sure you want to delete this ${thing}? This action cannot be undone?`,
  action: 'Confirm',
  danger: true,
})
