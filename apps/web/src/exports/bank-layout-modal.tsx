import {
  ActionIcon,
  Button,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { type BankLayoutListed, bankFields, delimiters } from '@mshahara/contract/bank-layouts'
import { exports } from '@mshahara/contract/exports'
import type { ReactNode } from 'react'
import type { CallForm } from '../lib/form.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '../ui/icons.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import classes from './bank-layouts.module.css'
import { bankName } from './bank-name.ts'

interface Props {
  listed: BankLayoutListed
  onClose: () => void
}
type Form = CallForm<typeof exports.changeBankLayout>

const fields = Object.entries(bankFields).map(([value, label]) => ({ value, label }))
const separators = Object.entries(delimiters).map(([value, label]) => ({ value, label }))

/** The columns of one bank file: what each holds, its heading and its place. */
export default function BankLayoutModal({ listed: { type, layout }, onClose }: Props) {
  return (
    <FormModal
      endpoint={exports.changeBankLayout}
      title={`Edit ${bankName(type)} file`}
      action="Save Columns"
      size="lg"
      initial={{ type, layout }}
      done="Bank file updated successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Options form={form} />
          <Columns form={form} />
        </>
      )}
    </FormModal>
  )
}

function Options({ form }: { form: Form }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <Select
        label="Between columns (CSV)"
        data={separators}
        {...form.getInputProps('layout.delimiter')}
      />
      <Switch
        label="Headings"
        mt={{ sm: 30 }}
        {...form.getInputProps('layout.header', { type: 'checkbox' })}
      />
      <Switch
        label="Total row"
        mt={{ sm: 30 }}
        {...form.getInputProps('layout.total_row', { type: 'checkbox' })}
      />
    </SimpleGrid>
  )
}

function Columns({ form }: { form: Form }) {
  const columns = form.values.layout?.columns ?? []
  const fault = form.errors['layout.columns']
  return (
    <Stack gap="sm" role="group" aria-label="Columns">
      <div className={`${classes.column} ${classes.titles}`} aria-hidden>
        <span>Column holds</span>
        <span>Heading</span>
      </div>
      {columns.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name of their own.
        <Column key={place} form={form} place={place} last={place === columns.length - 1} />
      ))}
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() =>
            form.insertListItem('layout.columns', { field: 'name', heading: '', text: null })
          }
        >
          Add column
        </Button>
      </div>
    </Stack>
  )
}

function Column({ form, place, last }: { form: Form; place: number; last: boolean }) {
  const path = `layout.columns.${place}`
  const number = place + 1
  const holdsText = form.values.layout?.columns[place]?.field === 'text'
  const move = (to: number) => form.reorderListItem('layout.columns', { from: place, to })
  return (
    <div className={classes.column}>
      <Stack gap={6}>
        <SearchSelect
          aria-label={`Column ${number} holds`}
          data={fields}
          {...form.getInputProps(`${path}.field`)}
        />
        {holdsText && (
          <TextInput
            aria-label={`Text of column ${number}`}
            placeholder="Text in each row"
            {...form.getInputProps(`${path}.text`)}
            value={form.values.layout?.columns[place]?.text ?? ''}
          />
        )}
      </Stack>
      <TextInput
        aria-label={`Heading of column ${number}`}
        placeholder="Heading"
        {...form.getInputProps(`${path}.heading`)}
      />
      <div className={classes.moves}>
        <Move label={`Column ${number} up`} disabled={place === 0} onClick={() => move(place - 1)}>
          <IconArrowUp size={16} aria-hidden />
        </Move>
        <Move label={`Column ${number} down`} disabled={last} onClick={() => move(place + 1)}>
          <IconArrowDown size={16} aria-hidden />
        </Move>
        <Move
          label={`Remove column ${number}`}
          onClick={() => form.removeListItem('layout.columns', place)}
        >
          <IconTrash size={16} aria-hidden />
        </Move>
      </div>
    </div>
  )
}

interface MoveProps {
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function Move({ label, disabled = false, onClick, children }: MoveProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}
