import { Button, Center, Group } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Empty } from '../ui/empty.tsx'
import { IconMoodSad } from '../ui/icons.ts'
import { useTitle } from '../ui/page.tsx'

/** The one place where a screen that broke is caught; the rest of the application goes on. */
export function ErrorScreen({ reset }: ErrorComponentProps) {
  useTitle('Something went wrong')
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
        title="This screen could not be shown"
        text="Something went wrong on our side. Nothing you saved is lost. Please try again."
        action={
          <Group justify="center">
            <Button onClick={retry}>Try again</Button>
            <Button variant="default" onClick={() => location.assign('/')}>
              Go to the dashboard
            </Button>
          </Group>
        }
      />
    </Center>
  )
}
