import { SimpleGrid, Stack, Text } from '@mantine/core'
import { type AnyForm, optional } from '../ui/fields.tsx'
import { Figure, Money } from '../ui/money.tsx'
import { type Terms, termsIn, type Whose } from './cells.tsx'

const percentHint = 'Please write it like 7.5, with two decimals at most.'

interface Props {
  form: AnyForm
  note: string
  /** What counts where nothing is given. */
  otherwise?: Terms
}

/** The employee's part and the employer's: each a percentage or an amount. */
export function Parts({ form, note, otherwise }: Props) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {note}
      </Text>
      <Part form={form} whose="own" who="Employee's" otherwise={otherwise} />
      <Part form={form} whose="employer" who="Employer's" otherwise={otherwise} />
    </Stack>
  )
}

interface PartProps extends Pick<Props, 'form' | 'otherwise'> {
  whose: Whose
  who: string
}

function Part({ form, whose, who, otherwise }: PartProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Figure
        label={`${who} Percentage`}
        placeholder={otherwise && termsIn(otherwise, whose)}
        hint={percentHint}
        rightSection="%"
        {...optional}
        {...form.getInputProps(`${whose}_percent`)}
      />
      <Money label={`${who} Amount`} {...optional} {...form.getInputProps(`${whose}_amount`)} />
    </SimpleGrid>
  )
}
