import { NumberInput, type NumberInputProps, Text } from '@mantine/core'

/** An amount in shillings: grouped, two decimals at most, never negative. */
export function Money(props: NumberInputProps) {
  return (
    <NumberInput
      thousandSeparator=","
      decimalScale={2}
      allowNegative={false}
      hideControls
      inputMode="decimal"
      leftSection={<Text size="sm">Ksh</Text>}
      leftSectionWidth={46}
      classNames={{ input: 'figures' }}
      {...props}
    />
  )
}
