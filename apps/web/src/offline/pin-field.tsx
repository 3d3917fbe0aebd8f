import { PasswordInput } from '@mantine/core'

interface Props {
  label: string
  description?: string
  error?: string | null
  value: string
  onChange: (pin: string) => void
  autoFocus?: boolean
}

/** Six digits on the number keys, and no password manager. */
export function PinField({ onChange, ...props }: Props) {
  return (
    <PasswordInput
      {...props}
      size="md"
      maxLength={6}
      inputMode="numeric"
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-hidden': true }}
      onChange={({ currentTarget }) => onChange(currentTarget.value.replace(/\D/g, ''))}
    />
  )
}
