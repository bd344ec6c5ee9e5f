export const NO_MAIL_SERVER = 'not sent: no mail server configured';
