import type { ReactNode } from 'react'
import { daysInWords } from './format.ts'
import { inSpoken } from './refusals.ts'
import { toast } from './toast.tsx'
import type { Refused } from './wire.ts'

/** Only what the form has a field for; the rest is in the message. */
export function fieldErrors(error: Refused, values: Record<string, unknown>) {
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

/** Under the fields, the focus on the first of them; beside the form where a field has no room. */
export async function showErrors(form: Showing, errors: Record<string, ReactNode>) {
  const [first] = Object.keys(errors)
  if (!first) return
  const told = await Promise.all(
    Object.entries(errors).map(
      async ([field, error]) =>
        [field, typeof error === 'string' ? daysInWords(await inSpoken(error)) : error] as const,
    ),
  )
  form.setErrors(Object.fromEntries(told))
  form.getInputNode(first)?.focus()
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  const shown = document.body.textContent
  for (const [, error] of told) {
    if (typeof error === 'string' && !shown.includes(error)) toast('error', error)
  }
}
