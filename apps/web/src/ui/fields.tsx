import { Box, type InputWrapperProps, SimpleGrid, Textarea } from '@mantine/core'
import { lazy, Suspense } from 'react'

/** Fields, and what fields say, that forms of several areas share. */

const Day = lazy(() => import('./day.tsx'))

/** A form as these fields see it, whichever call it is for. */
export interface AnyForm {
  // biome-ignore lint/suspicious/noExplicitAny: what Mantine gives for any field of any form.
  getInputProps: (path: string) => any
}

/** An empty number field holds no number, which the schema puts in words. */
export const noNumber = '' as unknown as number

export const optional = { labelProps: { 'data-optional': true } }
/** A note that explains the answer rather than the question stands below it. */
export const noteBelow: Pick<InputWrapperProps, 'inputWrapperOrder'> = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
}

export function Description({ form, rows = 3 }: { form: AnyForm; rows?: number }) {
  return (
    <Textarea
      label="Description"
      autosize
      minRows={rows}
      maxRows={8}
      {...optional}
      {...form.getInputProps('description')}
    />
  )
}

/** Why something is undone, refused or given up; `note` says who reads it. */
export function Reason({ form, note, first }: { form: AnyForm; note?: string; first?: boolean }) {
  return (
    <Textarea
      label="Reason"
      description={note}
      {...noteBelow}
      autosize
      minRows={2}
      data-autofocus={first}
      {...form.getInputProps('reason')}
    />
  )
}

interface Days {
  values: { from: string; to?: string | null }
  setFieldValue: (path: never, value: never) => void
}

/**
 * A start and an optional end. No day is out of bounds here: the field would silently drop one
 * that was typed.
 */
export function Period({ form }: { form: AnyForm & Days }) {
  const field = (name: 'from' | 'to') => ({
    ...form.getInputProps(name),
    value: form.values[name] || null,
    onChange: (day: string | null) => form.setFieldValue(name as never, (day ?? '') as never),
  })
  return (
    <Suspense fallback={<PlaceOfPeriod />}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Day label="From Date" placeholder="Select a day" {...field('from')} />
        <Day
          label="To Date"
          placeholder="Until further notice"
          clearable
          {...optional}
          {...field('to')}
        />
      </SimpleGrid>
    </Suspense>
  )
}

/** Holds the space while the calendar loads: in a form that jumps, clicks miss their target. */
const PlaceOfPeriod = () => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} aria-hidden>
    <Box h={fieldHeight} />
    <Box h={fieldHeight} />
  </SimpleGrid>
)
/** A label and the field below it. */
const fieldHeight = 'calc(36px + var(--mantine-font-size-sm) * var(--mantine-line-height))'
