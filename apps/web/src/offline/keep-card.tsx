import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { keptOwner, wipeKept } from '../lib/kept.ts'
import { useTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { Card } from '../ui/card.tsx'
import { keepWhatIsKnown } from './keeper.ts'
import { isEasy, isSixDigits } from './pin.ts'
import { PinField } from './pin-field.tsx'
import { offlineTexts } from './texts.ts'
import { makeVault } from './vault.ts'

/** Where a person says that the phone is theirs alone; without it nothing is kept. */
export default function KeepCard() {
  const t = useTexts(offlineTexts)
  const { id, organization_id } = useProfile()
  // Of one employer at a time: here is said what is true of this one.
  const owner = keptOwner()
  const [kept, setKept] = useState(
    owner?.user_id === id && owner.organization_id === organization_id,
  )
  async function wipe() {
    await wipeKept()
    setKept(false)
    toast('success', t.wiped)
  }
  return (
    <Card title={t.cardTitle}>
      <Stack gap="sm">
        <Text size="sm">{kept ? t.kept : t.cardText}</Text>
        <Text size="sm" c="dimmed">
          {t.cardHow}
        </Text>
        {kept ? (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void wipe()}>
              {t.wipe}
            </Button>
          </Group>
        ) : (
          <NewPin onKept={() => setKept(true)} />
        )}
      </Stack>
    </Card>
  )
}

function NewPin({ onKept }: { onKept: () => void }) {
  const t = useTexts(offlineTexts)
  const profile = useProfile()
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const fault = !isSixDigits(pin) ? t.mustBeSix : isEasy(pin) ? t.mustDiffer : null
  const unlike = pin === again ? null : t.mustMatch
  async function keep(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (fault || unlike || !profile.organization_id) return
    setBusy(true)
    await makeVault({ user_id: profile.id, organization_id: profile.organization_id }, pin)
    await keepWhatIsKnown(profile)
    setBusy(false)
    toast('success', t.kept)
    onKept()
  }
  return (
    <form onSubmit={(event) => void keep(event)} noValidate>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <PinField
          label={t.pin}
          description={t.sixDigits}
          value={pin}
          error={asked ? fault : null}
          onChange={setPin}
        />
        <PinField
          label={t.pinAgain}
          description={t.sixDigits}
          value={again}
          error={asked ? unlike : null}
          onChange={setAgain}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={busy}>
          {t.keep}
        </Button>
      </Group>
    </form>
  )
}
