/** The lessons in the page: their menu, and the step of the one that is open, on a card beside the part of the page that it is about. */

import { GraduationCap, Projector, RotateCcw, X } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { lessonLink } from '../explorer/browser.js';
import type { PanelProps } from '../explorer/explorer.js';
import type { LessonPlace } from '../explorer/view.js';
import { Card, CopyButton, IconButton, Numbers, PushButton } from '../play/controls.js';
import { LESSONS, type LessonStep, lessonAt } from './lessons.js';

/** The menu of the lessons, and of the view for a projector: large text, and less of what a class need not see. */
export function LearnMenu({ explorer, view: { projected } }: Omit<PanelProps, 'space'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    document.documentElement.classList.toggle('projected', projected);
  }, [projected]);
  return (
    <>
      <IconButton
        {...{ icon: GraduationCap, name: 'Learn', 'aria-haspopup': 'dialog' }}
        onPush={() => dialog.current?.showModal()}
      />
      <dialog ref={dialog} aria-labelledby="learn-title">
        {/* Each of its buttons closes the dialog. */}
        <form method="dialog">
          <div class="row apart">
            <h2 id="learn-title">Learn</h2>
            <button type="submit">Close</button>
          </div>
          <ul class="lessons">
            {LESSONS.map(({ id, title, about, steps }) => (
              <li key={id}>
                <PushButton type="submit" onPush={() => explorer.openLesson({ id, at: 1 })}>
                  <strong>{title}</strong>
                  <span class="note">
                    {about} {steps.length} steps.
                  </span>
                </PushButton>
              </li>
            ))}
          </ul>
          <PushButton
            {...{ icon: Projector, type: 'submit', title: 'Large text, and only what a class needs' }}
            aria-pressed={projected}
            onPush={() => explorer.project(!projected)}
          >
            View for a projector
          </PushButton>
        </form>
      </dialog>
    </>
  );
}

/** The card of the lesson that is open. @param part of the page that the card is beside; by default the position */
export function LessonCard({ part, ...props }: PanelProps & Pick<LessonStep, 'part'>) {
  const found = lessonAt(props.view.lesson);
  return found === null || found.step.part !== part ? null : <StepCard {...props} {...found} />;
}

type StepCardProps = PanelProps & NonNullable<ReturnType<typeof lessonAt>>;

/** Says what to do and, once it is done, what was seen. */
function StepCard({ explorer, view, space, place, lesson, step }: StepCardProps) {
  // What was seen stays, whatever the reader does afterwards.
  const [before, setBefore] = useState<{ readonly place: LessonPlace; readonly text: string } | null>(null);
  const now = step.done(view) ? step.seen(view) : null;
  const seen = now ?? (before?.place === place ? before.text : null);
  useEffect(() => {
    if (now === null) return;
    setBefore({ place, text: now });
    explorer.say(`Done. ${now}`);
  }, [now]);
  useEffect(() => {
    const card = document.querySelector<HTMLElement>('.lesson');
    const { top, bottom } = card?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    card?.focus({ preventScroll: true });
    if (step.part !== undefined || top < 0 || bottom > innerHeight) card?.scrollIntoView();
  }, [place]);
  const go = (at: number) => explorer.openLesson({ id: lesson.id, at });
  const isLast = place.at === lesson.steps.length;
  const following = LESSONS[LESSONS.indexOf(lesson) + 1];
  const { grown } = view;
  const last = space.maxDepth ?? 0;
  return (
    <Card
      of="lesson"
      title={step.title}
      beside={<PushButton class="with-icon" name="Close lesson" icon={X} onPush={() => explorer.openLesson(null)} />}
      class={`lesson needs-${step.needs}${seen === null ? '' : ' done'}`}
      tabIndex={-1}
    >
      <p class="note">
        {lesson.short}, step {place.at} of {lesson.steps.length}
      </p>
      <p>{step.text}</p>
      <p class="task">{step.task}</p>
      {step.numbers && <Numbers of={step.numbers(view)} class="watched-numbers" />}
      {grown !== null && (
        <div class="row layers-found">
          <PushButton off={grown === last} onPush={() => explorer.change({ grown: grown + 1 })}>
            Next layer
          </PushButton>
          <input
            type="range"
            aria-label="Last layer found"
            max={last}
            value={grown}
            onInput={(event) => explorer.change({ grown: event.currentTarget.valueAsNumber })}
          />
        </div>
      )}
      {seen !== null && <p class="seen">{seen}</p>}
      <div class="row">
        <PushButton aria-label="Back one step" off={place.at === 1} onPush={() => go(place.at - 1)}>
          Back
        </PushButton>
        <PushButton
          class={seen === null ? '' : 'main'}
          aria-label={isLast ? undefined : 'Next step'}
          onPush={() =>
            isLast ? explorer.openLesson(following ? { id: following.id, at: 1 } : null) : go(place.at + 1)
          }
        >
          {isLast ? (following ? 'Next lesson' : 'Finish') : 'Next'}
        </PushButton>
        <PushButton class="with-icon" name="Set up again" icon={RotateCcw} onPush={() => go(place.at)} />
        <CopyButton explorer={explorer} text={() => lessonLink(place)} />
      </div>
    </Card>
  );
}
