import { Alert, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import {
  type AddedKind,
  addedKindLabels,
  addedKinds,
  type CorrectionLine,
  mostAdded,
} from '@mshahara/contract/corrections'
import type { Form } from '../lib/form.ts'
import { Card } from '../ui/card.tsx'
import { IconInfoCircle } from '../ui/icons.ts'
import { Money } from '../ui/money.tsx'
import classes from './corrections.module.css'
import { LinesTable } from './lines-table.tsx'
import type { AddedLine, Values } from './values.ts'

interface Props {
  paid: readonly CorrectionLine[]
  left_out: readonly { name: string; why: string }[]
  form: Form<Values>
}

/** What was paid and what should have been, line by line, and why it is corrected. */
export function Fields({ paid, left_out, form }: Props) {
  const { lines, added } = form.values
  return (
    <>
      <Card title="What was paid, and what should have been">
        <LinesTable
          paid={paid}
          lines={lines}
          errors={form.errors}
          onType={(at, due) => form.setFieldValue(`lines.${at}.due`, due)}
        />
        <Added
          added={added}
          errors={form.errors}
          onChange={(next) => form.setFieldValue('added', next)}
        />
        {left_out.length > 0 && <LeftOut left_out={left_out} />}
      </Card>
      <Card title="Why">
        <Textarea
          label="Reason"
          description="Kept with the correction, and shown to whoever agrees to it"
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
      </Card>
    </>
  )
}

const kinds = addedKinds.map((value) => ({ value, label: addedKindLabels[value] }))

interface AddedProps {
  added: readonly AddedLine[]
  errors: Record<string, React.ReactNode>
  onChange: (added: AddedLine[]) => void
}

/** What the payslip did not have at all. */
function Added({ added, errors, onChange }: AddedProps) {
  const change = (place: number, part: Partial<AddedLine>) =>
    onChange(added.map((line, at) => (at === place ? { ...line, ...part } : line)))
  return (
    <Stack gap="md" mt="md">
      {added.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <div key={place} className={classes.added}>
          <TextInput
            label="Name of the amount"
            value={line.name}
            error={errors[`added.${place}.name`]}
            onChange={({ currentTarget }) => change(place, { name: currentTarget.value })}
          />
          <Select
            label="What it is"
            data={kinds}
            allowDeselect={false}
            value={line.kind}
            error={errors[`added.${place}.kind`]}
            onChange={(value) => change(place, { kind: value as AddedKind })}
          />
          <Money
            label="Should have been"
            value={line.due}
            error={errors[`added.${place}.due`]}
            onChange={(due) => change(place, { due })}
          />
          <Button
            variant="default"
            aria-label={`Remove ${line.name || 'this line'}`}
            onClick={() => onChange(added.filter((_, at) => at !== place))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Group>
        <Button
          variant="default"
          disabled={added.length >= mostAdded}
          onClick={() => onChange([...added, { name: '', kind: 'regular', due: '' }])}
        >
          Add a Missing Line
        </Button>
      </Group>
      {errors.added && (
        <Text size="sm" c="red.8" role="alert">
          {errors.added}
        </Text>
      )}
    </Stack>
  )
}

const LeftOut = ({ left_out }: Pick<Props, 'left_out'>) => (
  <Alert mt="md" variant="light" color="gray" icon={<IconInfoCircle size={18} aria-hidden />}>
    <Stack gap={4}>
      {left_out.map(({ name, why }) => (
        <Text key={name} size="sm">
          <b>{name}</b> {`is not corrected here. ${why}`}
        </Text>
      ))}
    </Stack>
  </Alert>
)
