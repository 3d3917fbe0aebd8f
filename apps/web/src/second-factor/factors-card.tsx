import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type OwnFactor, secondFactor } from '@mshahara/contract/second-factor'
import { useState } from 'react'
import { refresh, useRead } from '../lib/api.ts'
import { date, dateTime } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { toast } from '../lib/toast.tsx'
import { Card } from '../ui/card.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import classes from '../ui/ruled-list.module.css'
import { Tag } from '../ui/status.tsx'
import { AddFactor } from './add-factor.tsx'
import { canUsePasskeys } from './passkey.ts'
import { Prove } from './prove.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { factorTexts } from './texts.ts'

type Open =
  | { window: 'add'; kind: OwnFactor['kind'] }
  | { window: 'rename' | 'remove'; factor: OwnFactor }
  | { window: 'renew' }
  | { window: 'codes'; codes: string[] }

/** In one's profile: what there is, and how to add, rename and remove it. */
export default function FactorsCard() {
  const t = useTexts(factorTexts)
  const { data } = useRead(secondFactor.list)
  const [open, setOpen] = useState<Open>()
  if (!data) return null
  const { factors, recovery_codes_left, required } = data
  return (
    <Card
      title={t.title}
      actions={<AddButtons onAdd={(kind) => setOpen({ window: 'add', kind })} />}
    >
      <Stack gap="md">
        <Text size="sm">
          {t.text} {required && t.required}
        </Text>
        {factors.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t.none}
          </Text>
        ) : (
          <>
            <ul className={classes.list}>
              {factors.map((factor) => (
                <Factor key={factor.id} factor={factor} onOpen={setOpen} />
              ))}
            </ul>
            <Group justify="space-between">
              <Text size="sm">{t.codesLeft({ count: recovery_codes_left })}</Text>
              <Button variant="default" onClick={() => setOpen({ window: 'renew' })}>
                {t.newCodes}
              </Button>
            </Group>
          </>
        )}
      </Stack>
      {open && <Window open={open} factors={factors} onOpen={setOpen} />}
    </Card>
  )
}

export function AddButtons({ onAdd }: { onAdd: (kind: OwnFactor['kind']) => void }) {
  const t = useTexts(factorTexts)
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => onAdd('totp')}>
        {t.addApp}
      </Button>
      {canUsePasskeys() && (
        <Button variant="default" onClick={() => onAdd('passkey')}>
          {t.addPasskey}
        </Button>
      )}
    </Group>
  )
}

function Factor({ factor, onOpen }: { factor: OwnFactor; onOpen: (open: Open) => void }) {
  const t = useTexts(factorTexts)
  const { kind, name, created_at, last_used_at } = factor
  const used = last_used_at ? `, ${t.used({ when: dateTime(last_used_at) })}` : ''
  return (
    <li>
      <Group justify="space-between">
        <div>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <Tag tone="gray">{kind === 'totp' ? t.app : t.passkey}</Tag>
          </Group>
          <Text size="sm" c="dimmed">
            {t.added({ when: date(created_at) })}
            {used}
          </Text>
        </div>
        <Group gap="xs">
          {(['rename', 'remove'] as const).map((window) => (
            <Button
              key={window}
              variant="default"
              size="xs"
              onClick={() => onOpen({ window, factor })}
            >
              {t[window]}
            </Button>
          ))}
        </Group>
      </Group>
    </li>
  )
}

interface WindowProps {
  open: Open
  factors: OwnFactor[]
  onOpen: (open: Open | undefined) => void
}

function Window({ open, factors, onOpen }: WindowProps) {
  const t = useTexts(factorTexts)
  const close = () => onOpen(undefined)
  if (open.window === 'add') {
    return <AddFactor kind={open.kind} factors={factors} onClose={close} onDone={refresh} />
  }
  if (open.window === 'rename') return <Rename factor={open.factor} onClose={close} />
  if (open.window === 'codes') return <RecoveryCodes codes={open.codes} onClose={close} />
  const asking = { factors, onCancel: close }
  if (open.window === 'remove') {
    return (
      <Prove
        {...asking}
        endpoint={secondFactor.remove}
        params={{ id: open.factor.id }}
        title={t.removeTitle}
        action={t.remove}
        onDone={async () => {
          close()
          toast('success', t.removed)
          await refresh()
        }}
      />
    )
  }
  return (
    <Prove
      {...asking}
      endpoint={secondFactor.renewRecoveryCodes}
      title={t.newCodes}
      action={t.goOn}
      onDone={async ({ recovery_codes }) => {
        onOpen({ window: 'codes', codes: recovery_codes })
        await refresh()
      }}
    />
  )
}

function Rename({ factor: { id, name }, onClose }: { factor: OwnFactor; onClose: () => void }) {
  const t = useTexts(factorTexts)
  return (
    <FormModal
      endpoint={secondFactor.rename}
      params={{ id }}
      title={t.rename}
      action={t.save}
      size="sm"
      initial={{ name }}
      done={t.renamed}
      onClose={onClose}
    >
      {(form) => <TextInput label={t.name} data-autofocus {...form.getInputProps('name')} />}
    </FormModal>
  )
}
