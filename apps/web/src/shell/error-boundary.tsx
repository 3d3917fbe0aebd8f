import { Button, Center, Group } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { texts, useTexts } from '../lib/language.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconMoodSad } from '../ui/icons.ts'
import { useTitle } from '../ui/title.ts'

/** Both languages are here: what broke may be the loading of a file. */
const brokenTexts = texts({
  title: { en: 'Something went wrong', sw: 'Kuna hitilafu' },
  heading: { en: 'This screen could not be shown', sw: 'Ukurasa huu haukuweza kuonyeshwa' },
  text: {
    en: 'Something went wrong on our side. Nothing you saved is lost. Please try again.',
    sw: 'Kuna hitilafu upande wetu. Ulichohifadhi hakijapotea. Tafadhali jaribu tena.',
  },
  retry: { en: 'Try again', sw: 'Jaribu tena' },
  home: { en: 'Go to the dashboard', sw: 'Nenda mwanzo' },
})

/** The one place where a screen that broke is caught; the rest of the application goes on. */
export function ErrorScreen({ reset }: ErrorComponentProps) {
  const t = useTexts(brokenTexts)
  useTitle(t.title)
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Center mih={420} role="alert">
      <Empty
        icon={IconMoodSad}
        tone="red"
        title={t.heading}
        text={t.text}
        action={
          <Group justify="center">
            <Button onClick={retry}>{t.retry}</Button>
            <Button variant="default" onClick={() => location.assign('/')}>
              {t.home}
            </Button>
          </Group>
        }
      />
    </Center>
  )
}
