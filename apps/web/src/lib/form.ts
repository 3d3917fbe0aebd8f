import { schemaResolver, useForm } from '@mantine/form'
import type { Call, Endpoint } from '@mshahara/contract/endpoint'
import { type FormEvent, useRef } from 'react'
import { useAskOnce } from '../ui/confirm.tsx'
import type { Question } from '../ui/confirm-modal.tsx'
import { mayDiscard, useUnsaved } from '../ui/unsaved.ts'
import { useWrite } from './api.ts'
import { fieldErrors, showErrors } from './field-errors.ts'
import { toast } from './toast.tsx'
import { Refused, type Sent, WaitsForSecond } from './wire.ts'

/** A form over an endpoint: its schema validates here, the server's field errors land in it. */

export type Body<E extends Endpoint> = NonNullable<Call<E>['body']> & Record<string, unknown>
export type Form<V extends Record<string, unknown>> = ReturnType<typeof useForm<V>>
export type CallForm<E extends Endpoint> = Form<Body<E>>

/** `V`: what the fields hold while they are filled in, where that is more than the call takes. */
export interface CallFormOptions<E extends Endpoint, V = Body<E>> {
  endpoint: E
  initial: NoInfer<V>
  params?: Call<E>['params']
  /** What is sent, when it is not just what the fields hold. */
  send?: (values: NoInfer<V>) => NoInfer<V>
  /** A question about what the fields hold, before it is sent; a yes is not asked for again. */
  ask?: (values: NoInfer<V>) => Promise<Question | undefined>
  /** Asks before it is left half filled in, or while something beside it is not saved. */
  long?: boolean | (() => boolean)
  /** Told when the call succeeded. */
  done?: string
  /** Also given what was sent. */
  onDone?: (sent: Sent<E>, values: NoInfer<V>) => unknown
  onRefused?: (error: Refused) => unknown
  /** Nothing is done yet: it waits for a second person. */
  onWaits?: () => unknown
}

export function useCallForm<E extends Endpoint, V extends Record<string, unknown> = Body<E>>(
  options: CallFormOptions<E, V>,
) {
  const { endpoint, initial, params, send: made, ask, long, done, ...told } = options
  const { onDone, onRefused, onWaits } = told
  const write = useWrite(endpoint)
  const form = useForm<V>({
    initialValues: initial,
    validate: endpoint.body && schemaResolver(endpoint.body, { sync: true }),
  })

  const released = useRef(false)
  const isUnsaved = () => {
    if (!long || released.current) return false
    return form.isDirty() || (typeof long === 'function' && long())
  }
  useUnsaved(isUnsaved)

  const isMeant = useAskOnce()

  async function send(body: V) {
    if (!(await isMeant(await ask?.(body)))) return
    try {
      const sent = await write.run({ params, body: made ? made(body) : body } as Call<E>)
      released.current = true
      if (done) toast('success', done)
      await onDone?.(sent, body)
    } catch (error) {
      if (error instanceof WaitsForSecond) {
        released.current = true
        return onWaits?.()
      }
      if (!(error instanceof Refused)) return
      await showErrors(form, fieldErrors(error, form.getValues()))
      await onRefused?.(error)
    }
  }

  const submit = (event?: FormEvent<HTMLFormElement>) =>
    form.onSubmit(send, (errors) => showErrors(form, errors))(event)
  return {
    form,
    submit,
    busy: write.busy,
    /** Whether it may be closed: asks when something would be lost. */
    mayClose: async () => !isUnsaved() || mayDiscard(),
    /** It may be left from here on: what it holds is kept elsewhere. */
    release: () => {
      released.current = true
    },
  }
}
