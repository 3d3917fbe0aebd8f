import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { amountHint, amountIn } from '@mshahara/contract/amounts'
import { useState } from 'react'
import { amountToType } from '../lib/format.ts'

interface Props extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  value?: unknown
  /** Given a number; a text that is none stays as written, to be refused in words (B27). */
  onChange?: (value: number | string) => void
  /** How to write it. */
  hint?: string
  /** How a number is shown once the field is left. */
  format?: (value: number) => string
}

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** A number as people write it. What is typed stays untouched until the field is left. */
export function Figure({ value, onChange, onBlur, error, ...given }: Props) {
  const { hint = amountHint, format = grouped.format, ...props } = given
  const shown = typeof value === 'number' ? format(value) : String(value ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  const unreadable = typeof value === 'string' && value.trim() !== ''
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'figures' }}
      data-figure
      {...props}
      value={typed ?? shown}
      error={unreadable && (typed === null || error) ? hint : error}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange?.(amountIn(currentTarget.value) ?? currentTarget.value)
      }}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}

/** An amount in shillings. */
export const Money = (props: Props) => (
  <Figure
    leftSection={<Text size="sm">Ksh</Text>}
    leftSectionWidth={46}
    format={amountToType}
    {...props}
  />
)
