import { LinkButton } from '#client/ui/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { Mark, type Square } from '#client/ui/Mark.tsx';
import { texts } from '#contract/fixed-texts.ts';
import { intakeFormId } from '../page-of-form.ts';

const highlights: readonly { title: string; square: Square; text: string }[] = [
  {
    title: 'Business Details',
    square: 1,
    text: 'The legal name, telephone, e-mail and the two addresses. The fax and the website if you have them.',
  },
  {
    title: 'Dealer Information',
    square: 2,
    text: 'What kind of store you are, what you sell, the DMS you work in and who at our desk you spoke with.',
  },
  {
    title: 'Sales Data',
    square: 3,
    text: 'Your average sales. If you like, units a month, your flooring line and the lenders you use.',
  },
];

/** The content of the welcome panel, which script does not change. */
export function Welcome() {
  return (
    <>
      <h2 id="welcome-heading" className="visually-hidden">
        What you will need
      </h2>
      {highlights.map(({ title, square, text }) => (
        <div className="welcome-square" key={title}>
          <Mark lit={square} />
          <h3>{title}</h3>
          <p>{text}</p>
        </div>
      ))}
      <div className="welcome-square welcome-go">
        <p className="welcome-note">
          <Icon tone="note" />
          <span>Your personal phone number must be SMS-enabled: a mobile number that can receive texts.</span>
        </p>
        <p data-needs-script="">
          What you type is saved in this browser as you go, if it allows that. Come back within a day, and the form
          still has it.
        </p>
        <LinkButton look="primary" href={`#${intakeFormId}`}>
          {texts.intakeContinue}
        </LinkButton>
      </div>
    </>
  );
}
