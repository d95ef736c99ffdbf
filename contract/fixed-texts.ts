/** The texts that the customer fixed to the letter (S8 and S9 in docs/spec-coverage.md). */
export const texts = {
  inquirySubmitted: 'Submitted Successfully!',
  inquirySuccess: "We'll contact you within 24 hours",
  inquiryFailedTitle: 'Submission Failed',
  inquiryFailed: (email: string) => `Please try again or contact support at ${email}.`,
  intakeContinue: 'Continue to Form',
  intakeSubmitting: 'Submitting Inquiry...',
  intakeFailed: 'Failed to submit form. Please try again or contact us directly.',
  returnHome: 'Return to Home',
} as const;
