import { schemaResolver, useForm } from '@mantine/form'
import type { Call, Endpoint } from '@mshahara/contract/endpoint'
import type { FormEvent, ReactNode } from 'react'
import { useWrite } from './api.ts'
import { toast } from './toast.tsx'
import { Refused, type Sent } from './wire.ts'

/** A form over an endpoint: its schema validates here, the server's field errors land in it. */

export type Body<E extends Endpoint> = NonNullable<Call<E>['body']> & Record<string, unknown>
export type CallForm<E extends Endpoint> = ReturnType<typeof useForm<Body<E>>>

export interface CallFormOptions<E extends Endpoint> {
  endpoint: E
  initial: Body<E>
  params?: Call<E>['params']
  /** What is sent, when it is not just what the fields hold. */
  send?: (values: Body<E>) => Body<E>
  /** Told when the call succeeded. */
  done?: string
  /** Also given what was sent. */
  onDone?: (sent: Sent<E>, values: Body<E>) => unknown
  onRefused?: (error: Refused) => unknown
}

export function useCallForm<E extends Endpoint>(options: CallFormOptions<E>) {
  const { endpoint, initial, params, send: made, done, onDone, onRefused } = options
  const write = useWrite(endpoint)
  const form = useForm<Body<E>>({
    initialValues: initial,
    validate: endpoint.body && schemaResolver(endpoint.body, { sync: true }),
  })

  async function send(body: Body<E>) {
    try {
      const sent = await write.run({ params, body: made ? made(body) : body } as Call<E>)
      if (done) toast('success', done)
      await onDone?.(sent, body)
    } catch (error) {
      if (!(error instanceof Refused)) return
      showErrors(form, fieldErrors(error, form.getValues()))
      await onRefused?.(error)
    }
  }

  const submit = (event?: FormEvent<HTMLFormElement>) =>
    form.onSubmit(send, (errors) => showErrors(form, errors))(event)
  return { form: form as CallForm<E>, submit, busy: write.busy }
}

/** Only what the form has a field for; the rest is in the message. */
function fieldErrors(error: Refused, values: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(error.fields)
      .filter(([field]) => field.replace(/\..*/, '') in values)
      .map(([field, sentences]) => [field, sentences.join(' ')]),
  )
}

interface Showing {
  setErrors: (errors: Record<string, ReactNode>) => void
  getInputNode: (field: string) => HTMLElement | null
}

/** Under the fields, with the focus on the first of them. */
function showErrors(form: Showing, errors: Record<string, ReactNode>) {
  const [first] = Object.keys(errors)
  if (!first) return
  form.setErrors(errors)
  form.getInputNode(first)?.focus()
}
