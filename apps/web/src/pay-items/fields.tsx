import { Autocomplete, Box, Group, Radio, SimpleGrid, Textarea } from '@mantine/core'
import type { ItemNames } from '@mshahara/contract/pay-items'
import { lazy, Suspense } from 'react'
import { useSuggestions } from './suggestions.ts'

/** The fields that the forms of pay items share. */

const Day = lazy(() => import('../ui/day.tsx'))

/** A form as these fields see it, whichever call it is for. */
export interface AnyForm {
  // biome-ignore lint/suspicious/noExplicitAny: what Mantine gives for any field of any form.
  getInputProps: (path: string) => any
}

/** An empty number field holds no number, which the schema puts in words. */
export const noNumber = '' as unknown as number

const optional = { labelProps: { 'data-optional': true } }
const below = ['label', 'input', 'description', 'error'] as const

interface NameProps {
  form: AnyForm
  label: string
  list: keyof ItemNames
}

export function Name({ form, label, list }: NameProps) {
  return (
    <Autocomplete
      label={label}
      data={useSuggestions(list)}
      limit={8}
      // Offered once something is typed: open at once, it would hide the rest of the form.
      openOnFocus={false}
      maxLength={120}
      data-autofocus
      {...form.getInputProps('name')}
    />
  )
}

export function Taxable({ form, note }: { form: AnyForm; note: string }) {
  return (
    <Radio.Group
      label="Taxable"
      description={note}
      inputWrapperOrder={[...below]}
      {...form.getInputProps('taxable')}
    >
      <Group gap="lg" my={6}>
        <Radio value="1" label="Yes" />
        <Radio value="0" label="No" />
      </Group>
    </Radio.Group>
  )
}

interface Days {
  values: { from: string; to?: string | null }
  setFieldValue: (path: never, value: never) => void
}

/**
 * From when until when. No day is out of bounds here: the field would drop a typed one without a
 * word, and without an end the item counts until further notice.
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
        <Day label="To Date" placeholder="Until further notice" {...optional} {...field('to')} />
      </SimpleGrid>
    </Suspense>
  )
}

/** Keeps the room while the calendar loads: a form that jumps swallows the click that meets it. */
const PlaceOfPeriod = () => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} aria-hidden>
    <Box h={fieldHeight} />
    <Box h={fieldHeight} />
  </SimpleGrid>
)
/** A label and the field below it. */
const fieldHeight = 'calc(36px + var(--mantine-font-size-sm) * var(--mantine-line-height))'

export function Description({ form }: { form: AnyForm }) {
  return (
    <Textarea
      label="Description"
      autosize
      minRows={2}
      maxRows={8}
      {...optional}
      {...form.getInputProps('description')}
    />
  )
}

interface ChoiceProps {
  form: AnyForm
  name: string
  label: string
  options: { value: string; label: string; note: string }[]
}

/** One of a few, each explained in a line of its own. */
export function Choice({ form, name, label, options }: ChoiceProps) {
  return (
    <Radio.Group label={label} {...form.getInputProps(name)}>
      {options.map(({ value, label: word, note }) => (
        <Radio key={value} value={value} label={word} description={note} mt={8} />
      ))}
    </Radio.Group>
  )
}
