import { Button, Center } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from '../ui/empty.tsx'
import { IconMapSearch } from '../ui/icons.ts'
import { useTitle } from '../ui/page.tsx'

export function NotFound() {
  useTitle('Page not found')
  return (
    <Center mih="80dvh" component="main">
      <Empty
        icon={IconMapSearch}
        heading
        title="We could not find this page"
        text="The address may be mistyped, or the page may have moved."
        action={
          <Button component={Link} to="/">
            Go to the dashboard
          </Button>
        }
      />
    </Center>
  )
}
