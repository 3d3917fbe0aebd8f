import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { amountHint, amountIn } from '@mshahara/contract/amounts'
import { type ReactNode, useState } from 'react'
import { amountToType } from '../lib/format.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { uiTexts } from './texts.ts'

interface Props extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  value?: unknown
  /** Given a number; a text that is none stays as written, to be refused in words (B27). */
  onChange?: (value: number | string) => void
  /** How to write it. */
  hint?: string
  /** How a number is shown once the field is left. */
  format?: (value: number) => string
  /** What is wrong with a number, told once the field is left. */
  fault?: (value: number) => ReactNode
}

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** A number as people write it. What is typed stays untouched until the field is left. */
export function Figure({ value, onChange, onBlur, error, ...given }: Props) {
  const { hint = amountHint, format = grouped.format, fault, ...props } = given
  const shown = typeof value === 'number' ? format(value) : String(value ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  const unreadable = typeof value === 'string' && value.trim() !== ''
  const wrong = typeof value === 'number' && typed === null ? fault?.(value) : undefined
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'figures' }}
      data-figure
      {...props}
      value={typed ?? shown}
      error={unreadable && (typed === null || error) ? hint : (error ?? wrong)}
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

function BelowZero() {
  return useLaterTexts(uiTexts).belowZero
}

/** An amount in shillings: never below zero, and what was typed stays to be mended. */
export const Money = (props: Props) => (
  <Figure
    leftSection={<Text size="sm">Ksh</Text>}
    leftSectionWidth={46}
    data-amount
    format={amountToType}
    fault={(value) => value < 0 && <BelowZero />}
    {...props}
  />
)
