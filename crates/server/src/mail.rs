//! Mail to players: to confirm an address, and to get back in.

use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use text::{Lang, text};

/// How mail is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailConfig {
    /// The server that takes it: `smtp://user:password@host:25`, `smtps://…`, or
    /// `smtp://…?tls=required`.
    pub smtp: String,
    /// Whom it comes from: `Igroteka <games@play.example>`.
    pub from: String,
    /// The address of the pages, for links: `https://play.example`.
    pub site: String,
}

/// What is wrong with a setting, or why mail was not taken.
#[derive(Debug)]
pub enum MailError {
    /// The address of the server that takes mail.
    Server(lettre::transport::smtp::Error),
    /// The sender or the recipient.
    Address(lettre::address::AddressError),
    /// The message cannot be made.
    Message(lettre::error::Error),
}

impl std::fmt::Display for MailError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MailError::Server(error) => write!(f, "{error}"),
            MailError::Address(error) => write!(f, "{error}"),
            MailError::Message(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for MailError {}

/// Sends mail.
#[derive(Clone, Debug)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    site: String,
}

/// What is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letter {
    /// A code that confirms the address.
    Confirm,
    /// A code that sets another password.
    Recover,
}

impl Letter {
    /// The word in the database and in links.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Letter::Confirm => "confirm",
            Letter::Recover => "recover",
        }
    }
}

impl Mailer {
    /// A sender by these settings; nothing is connected yet.
    ///
    /// # Errors
    /// A setting makes no sense.
    pub fn new(config: &MailConfig) -> Result<Mailer, MailError> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&config.smtp)
            .map_err(MailError::Server)?
            .timeout(Some(std::time::Duration::from_secs(20)))
            .build();
        let from = config.from.parse().map_err(MailError::Address)?;
        Ok(Mailer { transport, from, site: config.site.trim_end_matches('/').to_owned() })
    }

    /// Sends a letter with its code.
    ///
    /// # Errors
    /// The message cannot be made, or the server does not take it.
    pub async fn send(
        &self,
        to: &str,
        name: &str,
        letter: Letter,
        code: &str,
        lang: Lang,
    ) -> Result<(), MailError> {
        let words = text(lang);
        let kind = letter.word();
        // Behind the mark: what stands there is not sent to servers, and not in their logs.
        let link = format!("{}/account#{kind}={code}", self.site);
        let args = [("name", name.to_owned().into()), ("link", link.into())];
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to.parse().map_err(MailError::Address)?))
            .subject(words.message(&format!("mail-{kind}-subject"), &[]))
            .header(ContentType::TEXT_PLAIN)
            .body(words.message(&format!("mail-{kind}"), &args))
            .map_err(MailError::Message)?;
        self.transport.send(message).await.map_err(MailError::Server)?;
        Ok(())
    }
}

/// Whether a text can be an address of mail.
#[must_use]
pub fn is_address(text: &str) -> bool {
    text.len() <= 200 && text.parse::<lettre::Address>().is_ok()
}
